// Rules of textlint that bring no types.
declare module 'textlint-rule-prh' {
  import type { TextlintKernelRule } from '@textlint/kernel'

  const rules: { readonly default: TextlintKernelRule['rule'] }
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default rules
}

declare module 'textlint-rule-en-max-word-count' {
  import type { TextlintKernelRule } from '@textlint/kernel'

  const rule: TextlintKernelRule['rule']
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default rule
}
