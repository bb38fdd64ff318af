import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { IdLink } from '../../parts/id-link.tsx';
import { StateBadge } from '../../parts/states.tsx';
import { WordedTable } from '../../parts/worded/worded-list.tsx';
import { CREDENTIAL_CELLS } from '../credentials/state-cell.tsx';
import { useDevicesOf } from '../devices/devices-of.ts';

interface HolderCredentialsProps {
  readonly id: string;
  readonly documentType: string;
}

export function HolderCredentials({ id, documentType }: HolderCredentialsProps) {
  const { holder: words } = useMessages();
  const query = useAdmin('listCredentials', { holderId: id, orderBy: 'createTime desc' });
  return (
    <>
      <WordedTable
        method="listCredentials"
        query={query}
        caption={words.tabs.credentials}
        without={['holderId']}
        cells={{
          ...CREDENTIAL_CELLS,
          id: (row) => <IdLink to="credential" id={row.id} owner={id} documentType={documentType} />,
        }}
        empty={words.noCredentials}
      />
      {query.data && <OtherDevices id={id} withCredential={query.data.credentials} />}
    </>
  );
}

interface OtherDevicesProps {
  readonly id: string;
  readonly withCredential: readonly { readonly deviceReferenceId: string }[];
}

/** Devices of the holder on which there is no credential yet. */
function OtherDevices({ id, withCredential }: OtherDevicesProps) {
  const { holder: words } = useMessages();
  const { data } = useDevicesOf(id, undefined);
  const known = new Set(withCredential.map(({ deviceReferenceId }) => deviceReferenceId));
  const others = data?.devices.filter((device) => !known.has(device.id)) ?? [];
  if (others.length === 0) return null;
  return (
    <section className="stack">
      <h2>{words.otherDevices}</h2>
      <ul className="plain rows">
        {others.map((device) => (
          <li key={device.id} className="row">
            <IdLink to="device" id={device.id} owner={id} />
            <StateBadge of="device" state={device.state} />
          </li>
        ))}
      </ul>
    </section>
  );
}
