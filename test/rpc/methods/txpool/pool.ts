import { account, type Client } from '../client.ts'

/** Two executable transactions and one that waits, of the first account; one that creates, of the third. */
export async function fillPool(devnet: Client): Promise<void> {
  const to = account(devnet, 1)
  await devnet.send({ to, value: '0x7', gas: '0x5208', maxFeePerGas: '0x77359400' })
  await devnet.send({ to, gas: '0x5209', gasPrice: '0x77359400' })
  await devnet.send({ to, gas: '0x520a', gasPrice: '0x77359400', nonce: '0xc' })
  const creation = { data: '0x00', gas: '0x186a0', gasPrice: '0x77359401', value: '0x9' }
  await devnet.send({ from: account(devnet, 2), ...creation })
}
