import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

const expected =
  'expected an artifact, a build-info or the output of solc: an object, or an array of them'
const isObject = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
const artifacts = v.custom<object | readonly object[]>(
  (given) => (Array.isArray(given) ? given.every(isObject) : isObject(given)),
  expected,
)

/** As files of `--artifacts` are read, for who has no disk in common with the node. */
export const addArtifacts = defineMethod({
  name: 'preconf_addArtifacts',
  summary:
    'Takes artifacts, build-infos or outputs of compilers, so that failures are told by contract and line; answers how many contracts they have.',
  params: v.strictTuple([artifacts]),
  handler: async ({ devnet }, [given]) => {
    const index = await devnet.solidity.artifacts.index()
    return index.addJson([given].flat())
  },
})
