require('@nomicfoundation/hardhat-ethers')
require('@nomicfoundation/hardhat-chai-matchers')
require('@nomicfoundation/hardhat-ignition-ethers')
require('@openzeppelin/hardhat-upgrades')
const { subtask } = require('hardhat/config')
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD } = require('hardhat/builtin-tasks/task-names')
const solc = require('solc/package.json')

// The compiler that npm has installed, instead of one that Hardhat would fetch.
subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD).setAction(async () => ({
  compilerPath: require.resolve('solc/soljson.js'),
  isSolcJs: true,
  version: solc.version,
  longVersion: solc.version,
}))

module.exports = {
  solidity: { version: solc.version, settings: { evmVersion: 'prague' } },
  networks: { preconf: { url: process.env.PRECONF_URL ?? 'http://127.0.0.1:8545' } },
}
