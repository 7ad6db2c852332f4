import { quoted } from "../packages/odata.ts";
import { xmlText } from "../packages/xml.ts";

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';
const ATOM = "http://www.w3.org/2005/Atom";
const DATA = "http://schemas.microsoft.com/ado/2007/08/dataservices";
const PROPERTIES = ["Authors", "Dependencies", "Description", "IconUrl", "ProjectUrl", "Tags", "Title", "LicenseUrl"];

/** What the v2 feed serves: one collection. `url` is the feed's own address. */
export function serviceDocument(url: string): string {
  return `${HEAD}<service xmlns="http://www.w3.org/2007/app" xmlns:atom="${ATOM}" xml:base="${xmlText(url)}">
  <workspace>
    <atom:title type="text">Default</atom:title>
    <collection href="Packages">
      <atom:title type="text">Packages</atom:title>
    </collection>
  </workspace>
</service>
`;
}

/** One package as an Atom entry; without a version its content is the feed itself. */
export function entryDocument(url: string, name: string, version: string): string {
  return HEAD + entry(url, name, version);
}

/** The same in a feed of one. `set` is the collection or function that was asked. */
export function feedDocument(url: string, set: string, name: string): string {
  return `${HEAD}<feed xmlns="${ATOM}" xml:base="${xmlText(url)}">
<id>${xmlText(`${url}/${set}`)}</id>
<title type="text">${xmlText(set)}</title>
${entry(url, name, "")}</feed>
`;
}

function entry(url: string, name: string, version: string): string {
  const source =
    version === ""
      ? url
      : `${url.replace(/\/v2$/, "")}/download/${encodeURIComponent(name)}/${encodeURIComponent(version)}/${encodeURIComponent(`${name}.${version}.nupkg`.toLowerCase())}`;
  return `<entry xmlns="${ATOM}" xmlns:d="${DATA}" xmlns:m="${DATA}/metadata" xml:base="${xmlText(url)}">
  <id>${xmlText(`${url}/Packages(Id=${quoted(name)},Version=${quoted(version)})`)}</id>
  <category term="V2FeedPackage" scheme="${DATA}/scheme"/>
  <title type="text">${xmlText(name)}</title>
  <content type="application/zip" src="${xmlText(source)}"/>
  <m:properties>
    <d:Version>${xmlText(version)}</d:Version>
  </m:properties>
</entry>
`;
}

/** The EDMX document about the entity `V2FeedPackage` (part 1, V2 feed package entity). */
export function entityModel(): string {
  const property = (name: string, type: string, required: boolean): string =>
    `        <Property Name="${name}" Type="Edm.${type}"${required ? ' Nullable="false"' : ""}/>\n`;
  return `${HEAD}<edmx:Edmx xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx" Version="1.0">
  <edmx:DataServices xmlns:m="${DATA}/metadata" m:DataServiceVersion="2.0" m:MaxDataServiceVersion="2.0">
    <Schema xmlns="http://schemas.microsoft.com/ado/2006/04/edm" Namespace="NuGetGallery.OData">
      <EntityType Name="V2FeedPackage" m:HasStream="true">
        <Key>
          <PropertyRef Name="Id"/>
          <PropertyRef Name="Version"/>
        </Key>
${property("Id", "String", true)}${property("Version", "String", true)}${PROPERTIES.map((name) => property(name, "String", false)).join("")}${property("DownloadCount", "Int64", true)}${property("Published", "DateTime", true)}      </EntityType>
    </Schema>
    <Schema xmlns="http://schemas.microsoft.com/ado/2006/04/edm" Namespace="NuGetGallery">
      <EntityContainer Name="V2FeedContext" m:IsDefaultEntityContainer="true">
        <EntitySet Name="Packages" EntityType="NuGetGallery.OData.V2FeedPackage"/>
        <FunctionImport Name="FindPackagesById" ReturnType="Collection(NuGetGallery.OData.V2FeedPackage)" EntitySet="Packages">
          <Parameter Name="id" Type="Edm.String" FixedLength="false" Unicode="false"/>
        </FunctionImport>
      </EntityContainer>
    </Schema>
  </edmx:DataServices>
</edmx:Edmx>
`;
}
