import {
  type Account,
  type Address,
  type Chain,
  createClient,
  type Hash,
  publicActions,
  type Transport,
  walletActions,
} from 'viem'

/** What the apps are given. In a page `wait` is a timer; in the tests it moves the clock of the chain. */
export interface World {
  /** Reads, and sends from the account of the app's user. */
  readonly client: ReturnType<typeof clientOf>
  /** The contracts of the scenario, by name. */
  readonly contracts: Readonly<Record<string, Address>>
  wait(ms: number): Promise<void>
}

export function clientOf(transport: Transport, chain: Chain, account: Account | Address) {
  return createClient({ account, chain, transport, pollingInterval: 50 })
    .extend(publicActions)
    .extend(walletActions)
}

/** An app twice: as it is often written, which the scenario breaks, and with what is missing there. Each says whether its user has got what they wanted. */
export interface App {
  careless(world: World): Promise<boolean>
  careful(world: World): Promise<boolean>
}

/** Looks for a receipt every second; nothing when there is none in time. */
export async function receiptWithin({ client, wait }: World, hash: Hash, seconds: number) {
  for (let second = 0; second < seconds; second++) {
    const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined)
    if (receipt !== undefined) return receipt
    await wait(1000)
  }
  return undefined
}
