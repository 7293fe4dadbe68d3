import { formatEther, parseEther } from 'viem'
import {
  useBalance,
  useConnect,
  useConnection,
  useConnectors,
  useSendTransaction,
  useWaitForTransactionReceipt,
} from 'wagmi'

export const jar = '0x00000000000000000000000000000000000000b0'

/** A page that knows nothing of tests: it takes whatever wallet its configuration has. */
export function TipJar() {
  const { isConnected, address } = useConnection()
  const [wallet] = useConnectors()
  const connect = useConnect()
  const { data: balance } = useBalance({ address: jar, query: { refetchInterval: 50 } })
  const tip = useSendTransaction()
  const receipt = useWaitForTransactionReceipt({ hash: tip.data })

  if (!isConnected) {
    return (
      <>
        <button type="button" onClick={() => wallet && connect.mutate({ connector: wallet })}>
          Connect
        </button>
        <p role="status">{connect.error ? 'Your wallet has refused' : ''}</p>
      </>
    )
  }
  return (
    <>
      <p>You are {address}</p>
      <p>In the jar: {balance ? formatEther(balance.value) : '…'} ether</p>
      <button
        type="button"
        onClick={() => tip.mutate({ to: jar, value: parseEther('1') })}
        disabled={tip.isPending}
      >
        Tip 1 ether
      </button>
      <p role="status">
        {tip.error ? 'not this time' : receipt.data ? 'thank you' : tip.data ? 'sent' : ''}
      </p>
    </>
  )
}
