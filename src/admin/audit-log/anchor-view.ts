import { type Static, Type } from 'typebox';
import type { AnchorLag } from '../../audit/index.ts';
import { isoTime, Time } from '../../conventions/json-schema.ts';

/** A place where seals are anchored. */
export const AnchorView = Type.Object({
  kind: Type.Enum(['folder', 'rfc3161', 'witness'], {
    description: 'Write-once folder, time-stamp authority, or witness of transparency logs.',
  }),
  place: Type.String({ description: 'Path of the folder, or URL of the authority or witness.' }),
  seal: Type.Optional(Type.Integer({ description: 'Number of the newest seal that is anchored there.' })),
  time: Type.Optional(Time('When it was anchored.')),
  lagSeconds: Type.Integer({
    description: 'Age of the oldest seal that is not anchored there; 0 if there is none.',
  }),
});

export const anchorView = ({ place: { kind, name }, newest, lag }: AnchorLag): Static<typeof AnchorView> => ({
  kind,
  place: name,
  ...(newest && { seal: newest.seal, time: isoTime(newest.at) }),
  lagSeconds: Math.floor(lag / 1000),
});
