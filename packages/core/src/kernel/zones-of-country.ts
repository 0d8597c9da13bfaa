declare global {
  namespace Intl {
    /** Browsers of the last years and Node answer it; TypeScript does not know it yet. */
    interface Locale {
      getTimeZones?(): string[] | undefined;
    }
  }
}

/** Time zones of a country (ISO 3166), by the names that `Intl` itself uses; none of a code that is no country's, or in a browser that does not know. */
export const zonesOfCountry = (code: string): readonly string[] => new Intl.Locale(`und-${code}`).getTimeZones?.() ?? [];
