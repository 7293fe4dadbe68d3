import type { Parameters } from 'fast-check'

/** Set by `npm run test:nightly`: what is added to each seed, and how many times as many runs there are. */
const addend = Number(process.env.PRECONF_NIGHTLY_SEED ?? 0)
const factor = Number(process.env.PRECONF_NIGHTLY_FACTOR ?? 1)

/** fast-check's number of runs where a property names none. */
const usualRuns = 100
/** How much of its runs a property has by day, from the first on. */
const dayShare = 0.5

/** How a property is run: half as often as given by day, and by night with another seed and more runs. */
export function runs<Values = void>(
  parameters: Parameters<Values> & { readonly seed: number },
): Parameters<Values> {
  const share = factor === 1 ? dayShare : factor
  const numRuns = Math.ceil((parameters.numRuns ?? usualRuns) * share)
  return { ...parameters, seed: seedOf(parameters.seed), numRuns }
}

/** A seed of random numbers: the given one, by night another. */
export function seedOf(fixed: number): number {
  return addend + fixed
}

/** How often something is done that takes long: by night more often, and with another seed. */
export function times(usual: number, byNight: number): number {
  return factor === 1 ? usual : byNight
}
