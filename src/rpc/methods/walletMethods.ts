import type { Method } from '../method.ts'
import { switchEthereumChain } from './wallet/switchEthereumChain.ts'

/** Methods that wallets have. */
export const walletMethods: readonly Method[] = [switchEthereumChain]
