import type { Static } from 'typebox';
import { listOf, message, nextPageToken, output, text, time } from './message.ts';

export const ServingKey = message('ServingKey', 'A publishable key of an app.', {
  name: text('accounts/{publisher_id}/apps/{app_id_fragment}/servingKeys/{key}, set by the server.'),
  key: output(text('Output only. pk_ and 24 letters and digits; it is part of the app and not secret.')),
  displayName: text('Name to show, at most 80 characters.'),
  createTime: output(time('Output only.')),
  revokeTime: output(time('Output only. Present if the key was revoked.')),
});
export type ServingKey = Static<typeof ServingKey>;

export const RevokeServingKeyRequest = message('RevokeServingKeyRequest', 'Revokes a publishable key.', {});

export const ListServingKeysResponse = message('ListServingKeysResponse', 'A page of publishable keys.', {
  servingKeys: listOf(ServingKey, 'The keys, in ascending order.'),
  nextPageToken,
});
