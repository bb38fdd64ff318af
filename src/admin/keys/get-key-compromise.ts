import { KEY_METHODS } from '../contract/keys/methods.ts';
import { operation } from '../operation/operation.ts';
import { compromises, compromiseView } from './compromise-view.ts';

export const getKeyCompromise = operation(KEY_METHODS.getKeyCompromise, {
  needs: compromises,
  run: (deps, { id }) => compromiseView(deps, id),
});
