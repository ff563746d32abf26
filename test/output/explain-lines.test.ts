import assert from 'node:assert/strict'
import { makeChalk } from '../../src/output/color.ts'
import { renderSections, type LineOptions, type Section } from '../../src/output/explain-lines.ts'

const chalk = makeChalk('never', false, true)

const SECTIONS: readonly Section[] = [
  { title: 'Empty', lines: [] },
  {
    title: 'Decision',
    lines: [
      {
        tone: 'bad',
        text: 'refuse: one address can be one cluster only, and\u001b[2J another has it',
        remedy: 'kubectl label namespace team-a argocd-cluster-registrar/cluster=NAME --overwrite',
      },
      { tone: 'warn', text: 'a second one' },
    ],
  },
]

const render = (options: Omit<LineOptions, 'chalk'> = {}): readonly string[] =>
  renderSections(SECTIONS, { chalk, ...options }).split('\n')

describe('sections', () => {
  it('given a terminal, then sentences are broken at its width, and commands are not', () => {
    assert.deepEqual(render({ columns: 50 }), [
      'Decision      × refuse: one address can be one',
      '                cluster only, and·[2J another has',
      '                it',
      '                → kubectl label namespace team-a argocd-cluster-registrar/cluster=NAME --overwrite',
      '              ‼ a second one',
      '',
    ])
  })

  it('given no terminal, or a very narrow one, then nothing is broken', () => {
    const whole = [
      'Decision      × refuse: one address can be one cluster only, and·[2J another has it',
      '                → kubectl label namespace team-a argocd-cluster-registrar/cluster=NAME --overwrite',
      '              ‼ a second one',
      '',
    ]
    assert.deepEqual(render(), whole)
    assert.deepEqual(render({ columns: 30 }), whole)
  })

  it('given colours, then the text is the same without them', () => {
    const colored = renderSections(SECTIONS, { chalk: makeChalk('always', true, false), columns: 60 })
    assert.ok(colored.includes('\u001b[31m×'))
    assert.equal(colored.replaceAll(/\p{Cc}\[\d+m/gu, ''), renderSections(SECTIONS, { chalk, columns: 60 }))
  })
})
