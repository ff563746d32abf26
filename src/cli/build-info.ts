// Set by the build (esbuild's define); absent where sources run as they are.
declare const __COMMIT__: string | undefined
declare const __BUILD_DATE__: string | undefined

export const COMMIT = typeof __COMMIT__ === 'undefined' ? 'n/a' : __COMMIT__
export const BUILD_DATE = typeof __BUILD_DATE__ === 'undefined' ? 'n/a' : __BUILD_DATE__
