import * as v from 'valibot'
import { defineMethod, type Method } from '../../method.ts'
import { methodAccess } from '../../profile.ts'

/** As geth answers it, for `geth attach`: the namespaces of `methods` that the endpoint answers. */
export function createModules(methods: readonly Method[]) {
  return defineMethod({
    name: 'rpc_modules',
    summary: 'Namespaces that have methods here, each with version `1.0`.',
    params: v.strictTuple([]),
    handler: ({ profile }) => {
      const names = methods.flatMap(({ name, aliases }) => [name, ...aliases])
      const answered = names.filter((name) => methodAccess(profile, name) === 'allowed')
      const namespaces = answered.map((name) => name.slice(0, name.indexOf('_')))
      return Object.fromEntries([...namespaces, 'rpc'].sort().map((name) => [name, '1.0']))
    },
  })
}
