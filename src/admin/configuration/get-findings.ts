import { CONFIGURATION_METHODS } from '../contract/configuration/methods.ts';
import { configuration, operation } from '../operation/operation.ts';

export const getFindings = operation(CONFIGURATION_METHODS.getFindings, {
  needs: configuration,
  run: ({ findings }) => findings(),
});
