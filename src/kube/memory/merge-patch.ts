/** JSON merge patch (RFC 7396): maps merge, null removes a key, anything else replaces. */
export const mergePatch = (target: unknown, patch: unknown): unknown => {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const isMap = typeof target === 'object' && target !== null && !Array.isArray(target)
  const result = new Map<string, unknown>(isMap ? Object.entries(target) : [])
  for (const [key, value] of Object.entries(patch) as [string, unknown][])
    if (value === null) result.delete(key)
    else result.set(key, mergePatch(result.get(key), value))
  return Object.fromEntries(result)
}
