import { useT } from "../../../lib/i18n.tsx";

/** A provider's own name; of one that the catalogues do not know, its id. */
export function useProviderName(): (provider: string) => string {
  const t = useT();
  return (provider) => t.find(`voip.provider.${provider}`) ?? provider;
}
