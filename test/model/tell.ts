import type { Hiding, Moment, PassPlan } from './plans.ts'
import type { History, Step, WorldStep } from './steps.ts'
import type { Source } from './words.ts'

const source = (of: Source | undefined): string =>
  of === undefined ? 'no kubeconfig' : `a ${of.holds} kubeconfig for ${of.server} with ${of.token}`

const label = (name: string): string => (name === '' ? 'no cluster label' : `cluster label ${name}`)

const worldStep = (step: WorldStep): string => {
  switch (step.do) {
    case 'create':
    case 'recreate':
      return `${step.do} namespace ${step.at} with ${label(step.name)} and ${source(step.source)}`
    case 'delete':
      return `begin to delete namespace ${step.at}`
    case 'finish':
      return `namespace ${step.at} is gone`
    case 'label':
      return `namespace ${step.at} gets ${label(step.name)}`
    case 'manage':
      return `namespace ${step.at} ${step.on ? 'gets' : 'loses'} the managed-by label`
    case 'tier':
      return `namespace ${step.at} gets the label tier=${step.value}`
    case 'kubeconfig':
      return `namespace ${step.at} gets ${source(step.source)}`
    case 'no-kubeconfig':
      return `namespace ${step.at} loses its kubeconfig`
    case 'foreign':
      return `somebody (${step.owner || 'no owner label'}) writes ${step.secret}: name ${step.name}, server ${step.server}`
    case 'edit':
      return `somebody edits ${step.secret}: ${step.edit}`
    case 'wait':
      return `${step.minutes} minutes pass`
    case 'other-hub':
      return 'another hub answers: kube-system has another UID'
  }
}

const moment = ({ of, nth }: Moment): string => `${of} ${nth}`

const hiding = ({ places, secrets, from, until }: Hiding): string =>
  [
    `[a proxy hides ${places.join(', ')}`,
    {
      listed: ', and not their Secrets',
      empty: ' and their Secrets',
      'listed-later': ' and at first their Secrets',
    }[secrets],
    from === undefined ? '' : `, from read ${from} on`,
    until === undefined ? '' : `, up to read ${until}`,
    ']',
  ].join('')

const pass = ({ faults = [], dies, during = [], hides, dryRun, only, removals }: PassPlan): string =>
  [
    ...(dryRun === undefined ? [] : [`--dry-run=${dryRun}`]),
    ...(only ?? []).map((place) => `-n ${place}`),
    ...(removals === undefined ? [] : ['--no-prune']),
    ...faults.map((fault) => `[${fault.fault} at ${moment(fault)}, ${fault.times} times]`),
    ...during.map((at) => `[at ${moment(at)}: ${worldStep(at.step)}]`),
    ...(hides ? [hiding(hides)] : []),
    ...(dies ? [`[killed ${dies.after ? 'after' : 'before'} ${moment(dies)}]`] : []),
  ].join(' ')

const tellStep = (step: Step): string => {
  switch (step.do) {
    case 'pass':
      return `sync ${pass(step.plan)}`
    case 'two':
      return `two at once: sync ${pass(step.first)} | sync ${pass(step.second)} | picks ${step.picks.map(Number).join('')}`
    case 'ask':
      return `${step.verb} ${step.secret} ${step.also ?? ''} ${step.back === true ? '(its label set back) ' : ''}${pass(step.plan)}`
    case 'prune':
      return `prune ${step.release === undefined ? '' : `--max-removals ${step.release} `}${pass(step.plan)}`
    case 'hide-and-revert':
      return `sync, demote ${step.secret}, revert ${step.secret}: the same bytes?`
    case 'rename-and-back':
      return `sync, ${step.at} gets ${label(step.name)}, sync, and its former label back, sync: the same bytes?`
    case 'restart':
      return 'the process is replaced'
    default:
      return worldStep(step)
  }
}

/** A history for a person, a step a line. */
export const tell = ({ setup, steps }: History): string =>
  [
    `settings ${JSON.stringify(setup)}`,
    ...steps.map((step, index) => `${String(index + 1).padStart(2)}. ${tellStep(step).trim()}`),
  ].join('\n')
