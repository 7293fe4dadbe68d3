const { createWalletClient, custom, publicActions } = require('viem')
const { abi, bytecode } = require('./Logger.json')

/** Deploys a contract that logs what it is told. */
async function deployLogger() {
  const client = createWalletClient({
    account: chain.accounts[0].address,
    chain: chain.viemChain,
    transport: custom(chain.provider),
  }).extend(publicActions)
  const hash = await client.deployContract({ abi, bytecode })
  const { contractAddress: address } = await client.getTransactionReceipt({ hash })
  const say = (value) => client.writeContract({ abi, address, functionName: 'say', args: [value] })
  return { hash, say }
}

module.exports = { deployLogger }
