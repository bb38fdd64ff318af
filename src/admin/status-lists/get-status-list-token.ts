import { StatusError } from '../../conventions/status.ts';
import { STATUS_LIST_METHODS } from '../contract/status-lists/methods.ts';
import { issuer, operation } from '../operation/operation.ts';

export const getStatusListToken = operation(STATUS_LIST_METHODS.getStatusListToken, {
  needs: issuer,
  async run({ store, clock }, { name }) {
    const token = await store.read(async (reader) => {
      const list = (await reader.publishedLists(clock())).find((one) => one.name === name);
      return list && reader.statusToken(list.listNo);
    });
    if (!token) throw new StatusError('STATUS_LIST_NOT_FOUND', 'no status list with this name is published');
    return { name, token: Buffer.from(token).toString('base64') };
  },
});
