/** Mantine's CSS helpers (light-dark, rem, breakpoints) for our own CSS modules. */
export default {
  plugins: {
    'postcss-preset-mantine': {
      features: { lightDarkFunction: true },
    },
  },
};
