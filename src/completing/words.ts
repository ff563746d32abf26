export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

export const isShell = (word: string): word is Shell => SHELLS.some((shell) => shell === word)

/** What can stand behind `completion`. */
export const COMPLETION_WORDS = ['install', 'uninstall', ...SHELLS] as const
