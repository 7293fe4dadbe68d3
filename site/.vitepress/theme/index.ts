import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import LiveDevnet from './LiveDevnet.vue'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('LiveDevnet', LiveDevnet)
  },
} satisfies Theme
