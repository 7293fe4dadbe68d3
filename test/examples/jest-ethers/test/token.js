const { ContractFactory } = require('ethers')
const { ethersProvider } = require('preconf/ethers')
// What Hardhat, Foundry or solc has compiled.
const { abi, bytecode } = require('../fixtures/Token.json')

/** Two accounts of the chain of this file, and a token that the first has deployed. */
async function deployToken() {
  const [alice, bob] = ethersProvider(chain).signers
  const token = await new ContractFactory(abi, bytecode, alice).deploy('Gold', 'GLD', 1000n)
  await token.waitForDeployment()
  return { alice, bob, token }
}

module.exports = { deployToken }
