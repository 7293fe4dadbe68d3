import type { Plugin } from 'esbuild'

/** Takes from EthereumJS what it traces itself with, which has to look at terminal and environment first. */
export function silentDebug(): Plugin {
  const namespace = 'silent-debug'
  return {
    name: namespace,
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^debug$/ }, ({ path }) => ({ path, namespace }))
      onLoad({ filter: /.*/, namespace }, () => ({
        contents:
          'const silent = Object.assign(() => undefined, { enabled: false, extend: () => silent })\n' +
          'export default () => silent',
      }))
    },
  }
}
