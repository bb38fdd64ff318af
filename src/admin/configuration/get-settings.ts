import { CONFIGURATION_METHODS } from '../contract/configuration/methods.ts';
import { configuration, operation } from '../operation/operation.ts';

export const getSettings = operation(CONFIGURATION_METHODS.getSettings, {
  needs: configuration,
  run: async ({ settings }) => settings(),
});
