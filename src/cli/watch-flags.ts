import { Flags } from '@oclif/core'

/** Flags of the controller, as the reference registrar calls them (behaviour.md §1b). */
export const watchFlags = {
  interval: Flags.string({
    helpValue: 'TIME',
    description: 'time until what no event tells of is looked at again (default 60s)',
  }),
  workers: Flags.string({ helpValue: 'N', description: 'namespaces worked on at once (default 8)' }),
  'dry-run': Flags.string({
    helpValue: 'none|client',
    description: 'decide and log, but write nothing; no lease is taken (bare: client)',
  }),
  'leader-elect': Flags.boolean({
    allowNo: true,
    description: 'work only while holding a lease, so that several may run (default false)',
  }),
  'leader-election-id': Flags.string({
    helpValue: 'NAME',
    description: 'name of the lease (default: made from the label prefix and the owner)',
  }),
  'health-probe-bind-address': Flags.string({
    helpValue: 'ADDRESS',
    description: 'where /healthz and /readyz are served; 0 for nowhere (default :8081)',
  }),
  'metrics-bind-address': Flags.string({
    helpValue: 'ADDRESS',
    description: 'where /metrics is served; 0 for nowhere (default 0)',
  }),
  'log-format': Flags.string({
    helpValue: 'text|json',
    description: 'form of the log (default text); with it there is no table on a terminal',
  }),
  v: Flags.string({
    char: 'v',
    helpValue: '0-9',
    description: 'verbosity; from 1 on debug records are written, from 6 on every request is shown',
  }),
}
