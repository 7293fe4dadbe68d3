import * as v from 'valibot'
import type { CompatRules } from '../../devnet/options/compatRules.ts'
import type { CompatName } from '../../types/options/options.ts'
import { baseMethods } from '../compat/base.ts'
import { defineMethod, type Method } from '../method.ts'
import { methodAccess } from '../profile.ts'
import { hash32 } from '../schema/data.ts'
import { adminMethods } from './admin.ts'
import { anvilMethods } from './anvilMethods.ts'
import { debugMethods } from './debugMethods.ts'
import { ethMethods } from './ethMethods.ts'
import { evmMethods } from './evm.ts'
import { minerMethods } from './miner.ts'
import { erigonMethods, netMethods, web3Methods } from './net.ts'
import { otsMethods } from './ots.ts'
import { personalMethods } from './personal.ts'
import { preconfMethods } from './preconfMethods.ts'
import { testingMethods } from './testing.ts'
import { traceMethods } from './traceMethods.ts'
import { txpoolMethods } from './txpool.ts'
import { walletMethods } from './wallet.ts'

const solcVersion = v.optional(v.string())
const compiled = v.optional(v.looseObject({}))

/** Hardhat's own tasks send what the compiler got and gave after every compilation. */
const addCompilationResult = defineMethod({
  name: 'hardhat_addCompilationResult',
  aliases: ['anvil_addCompilationResult', 'evm_addCompilationResult'],
  summary:
    "Takes the compiler's version, input and output, so that failures are told by contract and line; answers true.",
  params: v.strictTuple([solcVersion, compiled, compiled]),
  handler: async ({ devnet }, [version, input, output]) => {
    if (output === undefined || devnet.settings.artifacts === false) return true
    const index = await devnet.solidity.artifacts.index()
    await index.addJson([{ solcVersion: version, input, output }])
    return true
  },
})

/** Methods that only Hardhat has. */
const hardhatMethods: readonly Method[] = [addCompilationResult]

/** As geth answers it, for `geth attach`: the namespaces of `methods` that the endpoint answers. */
function createModules(methods: readonly Method[]) {
  return defineMethod({
    name: 'rpc_modules',
    summary: 'Namespaces that have methods here, each with version `1.0`.',
    params: v.strictTuple([]),
    handler: ({ profile }) => {
      const names = methods.flatMap(({ name, aliases }) => [name, ...aliases])
      const answered = names.filter((name) => methodAccess(profile, name) === 'allowed')
      const namespaces = answered.map((name) => name.slice(0, name.indexOf('_')))
      return Object.fromEntries([...namespaces, 'rpc'].sort().map((name) => [name, '1.0']))
    },
  })
}

/** The service's status method, under the name of its chain. */
function createTransactionStatus(chainName: string) {
  return defineMethod({
    name: `${chainName}_transactionStatus`,
    summary: 'Whether a transaction has reached the node: `Known` or `Unknown`.',
    params: v.strictTuple([hash32]),
    handler: ({ reader }, [hash]) => ({
      status: reader.transaction(hash) === undefined ? 'Unknown' : 'Known',
    }),
  })
}

/**
 * All methods of a devnet. `chainName` names its status method: `<chain>_transactionStatus`;
 * with `compat` some are those of another node.
 */
export function createMethods({
  chainName,
  compat,
  compatRules,
}: {
  chainName: string
  compat?: CompatName | undefined
  compatRules?: Pick<CompatRules, 'missingMethods'> | undefined
}): readonly Method[] {
  const methods: readonly Method[] = [
    ...adminMethods,
    ...anvilMethods,
    ...debugMethods,
    ...erigonMethods,
    ...ethMethods,
    ...evmMethods,
    ...hardhatMethods,
    ...minerMethods,
    ...netMethods,
    ...otsMethods,
    ...personalMethods,
    ...preconfMethods,
    ...testingMethods,
    ...traceMethods,
    ...txpoolMethods,
    ...walletMethods,
    ...web3Methods,
    createTransactionStatus(chainName),
  ].flatMap((method) => without(method, compatRules?.missingMethods ?? []))
  const all = [...methods, createModules(methods)]
  return compat === 'base' ? all.map(asBase) : all
}

/** The method under those of its names that are left, if any are. */
function without(method: Method, missing: readonly string[]): readonly Method[] {
  const all = [method.name, ...method.aliases]
  const [name, ...aliases] = all.filter((called) => !missing.includes(called))
  if (name === undefined) return []
  return 1 + aliases.length === all.length ? [method] : [{ ...method, name, aliases }]
}

function asBase(method: Method): Method {
  return baseMethods.find(({ name }) => name === method.name) ?? method
}
