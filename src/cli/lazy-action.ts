/**
 * The action of a command whose module takes long to load: it is loaded when the command runs, so that help, completion
 * and the other commands of the group do not wait for it.
 */
export const lazyAction =
  <Given extends readonly unknown[]>(load: () => Promise<(...given: Given) => unknown>) =>
  async (...given: Given): Promise<void> => {
    const run = await load();
    await run(...given);
  };
