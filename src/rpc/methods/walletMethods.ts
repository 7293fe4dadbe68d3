import type { Method } from '../method.ts'
import { getCallsStatus } from './wallet/getCallsStatus.ts'
import { getCapabilities } from './wallet/getCapabilities.ts'
import { sendCalls } from './wallet/sendCalls.ts'
import { switchEthereumChain } from './wallet/switchEthereumChain.ts'

/** Methods that wallets have. */
export const walletMethods: readonly Method[] = [
  switchEthereumChain,
  sendCalls,
  getCallsStatus,
  getCapabilities,
]
