import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { PAGES, readPage, ROOT } from './pages.ts'

const withoutCode = (markdown: string): string =>
  markdown
    .replaceAll(/^```[^]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''))

/** GitHub's anchors: lower case, everything but letters, digits, - and _ dropped, blanks to -. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set([...readPage(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)))

const linksOf = (page: string): readonly string[] =>
  [...withoutCode(readPage(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))

const fault = (page: string, link: string): string | undefined => {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : normalize(join(dirname(page), path))
  if (!existsSync(join(ROOT, target))) return `${page}: ${link}: no such file`
  if (anchor === undefined || statSync(join(ROOT, target)).isDirectory()) return undefined
  return anchorsOf(target).has(anchor) ? undefined : `${page}: ${link}: no such heading`
}

describe('links in the documentation', () => {
  for (const page of PAGES)
    it(`given the relative links of ${page}, then each leads to a file and a heading that are there`, () => {
      const faults = linksOf(page)
        .map((link) => fault(page, link))
        .filter((text) => text !== undefined)
      assert.deepEqual(faults, [])
    })

  it('given a page of docs, then the README or a page links to it', () => {
    const linked = new Set(
      PAGES.flatMap((page) =>
        linksOf(page).map((link) => normalize(join(dirname(page), link.split('#')[0] ?? ''))),
      ),
    )
    const orphans = PAGES.filter(
      (page) => page.startsWith('docs/') && !page.startsWith('docs/adr/') && !linked.has(page),
    )
    assert.deepEqual(orphans, [])
  })
})
