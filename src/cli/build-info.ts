// Set by the build (esbuild's define); absent where sources run as they are.
declare const __COMMIT__: string | undefined
declare const __BUILD_DATE__: string | undefined

/** Where the build did not know it, or there was none. */
export const UNKNOWN = 'n/a'

export const COMMIT = typeof __COMMIT__ === 'undefined' ? UNKNOWN : __COMMIT__
export const BUILD_DATE = typeof __BUILD_DATE__ === 'undefined' ? UNKNOWN : __BUILD_DATE__
