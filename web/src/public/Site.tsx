import { lazy, Suspense } from "react";
import { Boundary } from "./Boundary.tsx";
import { HomePage } from "./home/HomePage.tsx";
import { useT } from "./language.ts";
import { Layout } from "./Layout.tsx";
import { usePath } from "./navigation.tsx";

const TextPage = lazy(() => import("./texts/TextPage.tsx"));
const DocumentationPage = lazy(() => import("./documentation/DocumentationPage.tsx"));

/** Terms, privacy and careers by their address; which addresses come here is decided in boot.js. */
const texts = { "/careers": "careers", "/terms-and-conditions": "terms", "/privacy-policy": "privacy" } as const;

function isText(path: string): path is keyof typeof texts {
  return path in texts;
}

export function Site() {
  const t = useT();
  const path = usePath();
  return (
    <Layout>
      {/* Another page or language is another try. */}
      <Boundary key={`${path} ${t.language}`}>
        <Suspense>
          <Page path={path} />
        </Suspense>
      </Boundary>
    </Layout>
  );
}

function Page({ path }: { path: string }) {
  if (path === "/") return <HomePage />;
  if (isText(path)) return <TextPage name={texts[path]} path={path} />;
  return <DocumentationPage topic={path.split("/")[2]} />;
}
