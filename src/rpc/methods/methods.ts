import type { CompatRules } from '../../devnet/options/compatRules.ts'
import type { CompatName } from '../../types/options/options.ts'
import { baseMethods } from '../compat/base.ts'
import type { Method } from '../method.ts'
import { adminMethods } from './admin.ts'
import { anvilMethods } from './anvilMethods.ts'
import { debugMethods } from './debugMethods.ts'
import { ethMethods } from './ethMethods.ts'
import { evmMethods } from './evm.ts'
import { hardhatMethods } from './hardhatMethods.ts'
import { minerMethods } from './miner.ts'
import { erigonMethods, netMethods, web3Methods } from './net.ts'

import { otsMethods } from './ots.ts'
import { personalMethods } from './personal.ts'
import { preconfMethods } from './preconfMethods.ts'
import { createModules } from './rpc/modules.ts'
import { createTransactionStatus } from './service/transactionStatus.ts'
import { testingMethods } from './testing.ts'
import { traceMethods } from './traceMethods.ts'
import { txpoolMethods } from './txpool.ts'
import { walletMethods } from './wallet.ts'

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
