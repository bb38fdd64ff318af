import type { Adapter as AdapterView, AdSource as AdSourceView } from '../contract/index.ts';
import { adapterName, adSourceName } from '../names.ts';
import type { Adapter, AdSource } from '../ports/catalogue.ts';

export function adSourceView(publisherId: string, { adSourceId, title }: AdSource): AdSourceView {
  return { name: adSourceName(publisherId, adSourceId), adSourceId, title };
}

export function adapterView(publisherId: string, adapter: Adapter): AdapterView {
  const { adapterId, adSourceId, title, platform, formats, configMetadata } = adapter;
  const metadata = configMetadata.map(({ id, label, required }) => ({
    adapterConfigMetadataId: id,
    adapterConfigMetadataLabel: label,
    ...(required && { isRequired: true }),
  }));
  return {
    name: adapterName(publisherId, adSourceId, adapterId),
    adapterId,
    title,
    platform,
    formats: [...formats],
    ...(metadata.length > 0 && { adapterConfigMetadata: metadata }),
  };
}
