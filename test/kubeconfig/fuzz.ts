/** Parameters of every property test; FUZZ_RUNS sets how many inputs each tries. */
export const FUZZ = { numRuns: Number(process.env.FUZZ_RUNS ?? 500) } as const
