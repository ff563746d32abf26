const runs = process.env['FUZZ_RUNS']

/**
 * How every property test draws its inputs. The gate tries the same ones each time, so that it never fails for a change
 * that is not to blame; with FUZZ_RUNS set, as in the nightly run, that many new ones.
 */
export const FUZZ: { readonly numRuns: number; readonly seed?: number } =
  runs === undefined ? { numRuns: 500, seed: 20261129 } : { numRuns: Number(runs) }
