import { checkCompromise, compromiseKey as compromise } from '../../keys/compromise.ts';
import { KEY_METHODS } from '../contract/keys/methods.ts';
import { operation } from '../operation/operation.ts';
import { compromises, compromiseView } from './compromise-view.ts';
import { changeKeys, explained } from './keys.ts';

export const compromiseKey = operation(KEY_METHODS.compromiseKey, {
  needs: compromises,
  async prepare({ register, maker }, request) {
    const report = { keyId: request.id, since: Date.parse(request.sinceTime) };
    await explained(() => checkCompromise(register, maker, report));
    return request;
  },
  async run(deps, { id, sinceTime }, actor) {
    const report = { keyId: id, since: Date.parse(sinceTime), actor };
    await changeKeys(deps, () => compromise(deps.register, deps.maker, report));
    const view = await compromiseView(deps, id);
    // Readers must not wait for the next publication: the lists are signed by the new key at once.
    if (view.key.role === 'statusSigner') await deps.issuer.statusPublisher.publishNow();
    return view;
  },
});
