import type { Static } from 'typebox';
import type { AnchorLag } from '../../audit/index.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import type { AnchorView } from '../contract/audit-log/methods.ts';

export const anchorView = ({ place: { kind, name }, newest, lag }: AnchorLag): Static<typeof AnchorView> => ({
  kind,
  place: name,
  ...(newest && { seal: newest.seal, time: isoTime(newest.at) }),
  lagSeconds: Math.floor(lag / 1000),
});
