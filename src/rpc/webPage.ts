import { cutText } from '../lib/cutText.ts'
import { RpcError } from './rpcError.ts'

/** A web page that a request comes from. */
export interface WebPage {
  /** As its browser says it, such as `https://app.example`. */
  readonly origin: string
  /** Whether it may read the chain, and change no more of it than on a live one. */
  readonly isForeign: boolean
  /** Gets why it was refused a method. */
  onRefused(reason: string): void
}

/** Namespaces that change the chain by themselves, or tell of the node. */
const namespaces: ReadonlySet<string> = new Set([
  'admin',
  'anvil',
  'debug',
  'evm',
  'ganache',
  'hardhat',
  'miner',
  'personal',
  'preconf',
  'tenderly',
  'testing',
])

/** What the node signs with its accounts, or sends in the name of any. */
const signing: ReadonlySet<string> = new Set([
  'eth_resend',
  'eth_sendTransaction',
  'eth_sendTransactionSync',
  'eth_sendUnsignedTransaction',
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'wallet_sendCalls',
])

/** Whether any page may call the method. */
export function isOpenToPages(method: string): boolean {
  return !namespaces.has(method.slice(0, method.indexOf('_'))) && !signing.has(method)
}

/** A page may not call this method; EIP-1193's code for "not authorized". */
export class ForeignPageError extends RpcError {
  constructor(method: string, origin: string) {
    super(4100, `origin "${cutText(origin)}" may not call ${method}: allow it (--allow-origin)`)
  }
}
