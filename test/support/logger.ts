import { compileSolidity, hardhatArtifact } from './compileSolidity.ts'

/** Artifact of a contract that gives to `console.log` what it is told by `say(uint256)`. */
export function loggerArtifact(): object {
  const source = `
    contract Logger {
      function say(uint256 value) external {
        address log = 0x000000000000000000636F6e736F6c652e6c6f67;
        log.staticcall(abi.encodeWithSignature("log(string,uint256)", "the value is", value));
      }
    }`
  return hardhatArtifact(compileSolidity('Logger.sol', source), 'Logger.sol', 'Logger')
}
