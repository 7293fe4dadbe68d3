/** The error that a wallet answers: one of EIP-1193, or one passed on from the chain. */
export class WalletError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'WalletError'
    this.code = code
    this.data = data
  }
}

/** EIP-1193's words for it. */
export function userRejected(): WalletError {
  return new WalletError(4001, 'User rejected the request.')
}

export function unauthorized(what: string): WalletError {
  return new WalletError(4100, `${what} has not been authorized by the user`)
}

/** EIP-3326's error for a chain that was not added. */
export function unknownChain(chainId: string): WalletError {
  const advice = 'Try adding the chain using wallet_addEthereumChain first.'
  return new WalletError(4902, `Unrecognized chain ID "${chainId}". ${advice}`)
}

export function invalidParams(message: string): WalletError {
  return new WalletError(-32602, message)
}

/** EIP-5792's error for calls on a chain that the wallet does not have. */
export function unsupportedChain(chainId: string): WalletError {
  return new WalletError(5710, `unsupported chain id: ${chainId}`)
}
