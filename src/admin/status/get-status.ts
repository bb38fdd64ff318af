import { STATUS_METHODS } from '../contract/status/methods.ts';
import { configuration, operation } from '../operation/operation.ts';

export const getStatus = operation(STATUS_METHODS.getStatus, {
  needs: configuration,
  run: ({ status }) => status(),
});
