import * as v from 'valibot'
import type { NetworkRecord } from '../../types/network.ts'
import { defineMethod, type Method } from '../method.ts'
import { namesAnswered } from '../profile.ts'
import type { Extension, MethodSettings } from '../registry.ts'
import { RpcError } from '../rpcError.ts'
import { hash32 } from '../schema/data.ts'
import { adminMethods } from './admin.ts'
import { anvilAccountMethods } from './anvil/accounts.ts'
import { anvilMiningMethods } from './anvil/mining.ts'
import { anvilNodeMethods } from './anvil/node.ts'
import { anvilPoolMethods } from './anvil/pool.ts'
import { debugRawMethods } from './debug/raw.ts'
import { debugStateMethods } from './debug/state.ts'
import { debugTraceMethods } from './debug/trace.ts'
import { ethBlockMethods } from './eth/blocks.ts'
import { ethCallMethods } from './eth/call.ts'
import { ethFeeMethods } from './eth/fees.ts'
import { createSubscribe, ethLogMethods } from './eth/logs.ts'
import { ethNodeMethods } from './eth/node.ts'
import { ethSendMethods } from './eth/send.ts'
import { ethSignMethods } from './eth/sign.ts'
import { ethStateMethods } from './eth/state.ts'
import { ethTransactionMethods } from './eth/transactions.ts'
import { evmMethods } from './evm.ts'
import { minerMethods } from './miner.ts'
import { erigonMethods, netMethods, web3Methods } from './net.ts'
import { otsMethods } from './ots.ts'
import { personalMethods } from './personal.ts'
import { preconfCadenceMethods } from './preconf/cadence.ts'
import { preconfContractMethods } from './preconf/contracts.ts'
import { preconfFaultMethods } from './preconf/faults.ts'
import { preconfNodeMethods } from './preconf/node.ts'
import { preconfRestorePointMethods } from './preconf/restorePoints.ts'
import { preconfTraceMethods, preconfTransactionMethods } from './preconf/transactions.ts'
import { testingMethods } from './testing.ts'
import { traceBlockMethods } from './trace/blocks.ts'
import { traceCallMethods } from './trace/calls.ts'
import { txpoolMethods } from './txpool.ts'
import { walletMethods } from './wallet.ts'

/** Answers as geth does, for `geth attach`: the namespaces of `methods` that the endpoint answers. */
function createModules(methods: readonly Method[]) {
  return defineMethod({
    name: 'rpc_modules',
    summary: 'Namespaces that have methods here, each with version `1.0`.',
    params: v.strictTuple([]),
    handler: ({ profile }) => {
      const answered = methods.flatMap((method) => namesAnswered(method, profile))
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

/** All methods of a devnet: those of the core, and what is added to them. */
export function createMethods(
  settings: MethodSettings,
  extensions: readonly Extension[] = [],
): readonly Method[] {
  const { chainName, compatRules, network } = settings
  const own: readonly Method[] = [
    ...adminMethods,
    ...anvilAccountMethods,
    ...anvilMiningMethods,
    ...anvilNodeMethods,
    ...anvilPoolMethods,
    ...debugRawMethods,
    ...debugStateMethods,
    ...debugTraceMethods,
    ...erigonMethods,
    ...ethBlockMethods,
    ...ethCallMethods,
    ...ethFeeMethods,
    ...ethLogMethods,
    ...ethNodeMethods,
    ...ethSendMethods,
    ...ethSignMethods,
    ...ethStateMethods,
    ...ethTransactionMethods,
    ...evmMethods,
    ...minerMethods,
    ...netMethods,
    ...otsMethods,
    ...personalMethods,
    ...preconfCadenceMethods,
    ...preconfContractMethods,
    ...preconfFaultMethods,
    ...preconfRestorePointMethods,
    ...preconfNodeMethods,
    ...preconfTraceMethods,
    ...preconfTransactionMethods,
    ...testingMethods,
    ...traceBlockMethods,
    ...traceCallMethods,
    ...txpoolMethods,
    ...walletMethods,
    ...web3Methods,
    createTransactionStatus(chainName),
    createSubscribe(extensions.flatMap((extension) => extension.subscriptions?.(settings) ?? [])),
  ]
  const added = extensions.flatMap((extension) => extension.methods?.(settings) ?? [])
  const byName = new Map([...own, ...added].map((method) => [method.name, method]))
  const methods = [...byName.values()]
    .flatMap((method) => without(method, compatRules?.missingMethods ?? []))
    .flatMap((method) => refusing(method, network))
  return [...methods, createModules(methods)]
}

/** The method, and under those of its names that the network's nodes refuse a method that says so as they do. */
function refusing(method: Method, network: NetworkRecord | undefined): readonly Method[] {
  const names = [method.name, ...method.aliases]
  const refusals = (network?.refusedMethods ?? []).flatMap(({ methods, code, message }) =>
    names
      .filter((name) => methods.includes(name))
      .map((name) => ({ name, error: () => new RpcError(code, message) })),
  )
  if (refusals.length === 0) return [method]
  const left = without(
    method,
    refusals.map(({ name }) => name),
  )
  const own = refusals.map(({ name, error }) => ({
    ...method,
    name,
    aliases: [],
    call: () => Promise.reject(error()),
  }))
  return [...left, ...own]
}

/** The method under those of its names that are left, if any are. */
function without(method: Method, missing: readonly string[]): readonly Method[] {
  const all = [method.name, ...method.aliases]
  const [name, ...aliases] = all.filter((called) => !missing.includes(called))
  if (name === undefined) return []
  return 1 + aliases.length === all.length ? [method] : [{ ...method, name, aliases }]
}
