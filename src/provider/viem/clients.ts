import {
  type Account,
  type Address,
  type Chain,
  createPublicClient,
  createTestClient,
  createWalletClient,
} from 'viem'
import type { PreconfDevnet } from '../../types/devnet.ts'
import type { ClientsOptions, ViemClients } from '../../types/viemClients.ts'
import { devnetTransport, receiptByPush } from './transport.ts'

type OwnAccounts = PreconfDevnet['accounts']

/** The interval in ms where viem polls on request; short, because requests in process are cheap. */
const pollingInterval = 20

/**
 * viem's clients for a devnet in this process: they subscribe instead of polling, and see a change at once.
 *
 * @example
 * import { clients } from 'preconf/viem'
 *
 * const { publicClient, walletClient } = clients(devnet)
 */
export function clients(
  devnet: Pick<PreconfDevnet, 'provider' | 'accounts' | 'viemChain'>,
  { account = 0 }: ClientsOptions = {},
): ViemClients {
  const transport = devnetTransport(devnet)
  const chain: Chain = devnet.viemChain
  const shared = { transport, chain, pollingInterval, cacheTime: 0 }
  const sending = { ...shared, account: accountOf(account, devnet.accounts) }
  return {
    transport,
    publicClient: createPublicClient(shared).extend(receiptByPush),
    walletClient: createWalletClient(sending).extend(receiptByPush),
    testClient: createTestClient({ ...sending, mode: 'anvil' }),
  }
}

/** The devnet signs for accounts whose key it has: that is faster, and it assigns nonces to transactions sent at the same time. */
function accountOf(account: number | Address | Account, own: OwnAccounts): Account {
  if (typeof account === 'object') return account
  const address = typeof account === 'number' ? own[account]?.address : account
  if (address === undefined) {
    throw new RangeError(
      `the devnet has no account ${account}: give an index from 0 to ${own.length - 1}`,
    )
  }
  return { address, type: 'json-rpc' }
}
