import { useNavigate } from '../../frame/navigation.tsx';
import { Select } from '../../kit/field.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccounts, usePublisherId } from '../account.tsx';
import { publisherNames, useRead } from '../api.ts';
import { publisherOptions } from '../model/publisher-options.ts';

/** Selects the publisher for all screens, and opens its first one. */
export function PublisherChooser() {
  const { mediation } = useMessages();
  const { data = [] } = useAccounts();
  const { data: names = {} } = useRead(['publishers'], publisherNames);
  const publisherId = usePublisherId();
  const navigate = useNavigate();
  if (publisherId === undefined) return null;
  const known = data.flatMap((account) => account.publisherId ?? []);
  const all = known.includes(publisherId) ? known : [publisherId, ...known];
  return (
    <div className="publisher">
      <span className="soft small" aria-hidden="true">
        {mediation.words.publisher}
      </span>
      <Select
        label={mediation.words.publisher}
        value={publisherId}
        options={publisherOptions(all, names)}
        onChange={(chosen) => navigate({ to: `/${chosen}/home` })}
      />
    </div>
  );
}
