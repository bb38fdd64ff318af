import { KEY_METHODS } from '../contract/keys/methods.ts';
import { keys, operation } from '../operation/operation.ts';
import { allKeys } from './keys.ts';

export const listKeys = operation(KEY_METHODS.listKeys, {
  needs: keys,
  run: (deps) => allKeys(deps),
});
